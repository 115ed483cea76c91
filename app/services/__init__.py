"""What a player does. Transactions and clocks live here."""
