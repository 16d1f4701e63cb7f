"""One file of rules and one sheet (TOML) for each game."""
