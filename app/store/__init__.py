"""What is kept for good: players, games, actions, results. SQLModel on SQLite or PostgreSQL."""
