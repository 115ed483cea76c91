"""What the command `wisp` can do. `app.cli` puts it together."""
