"""The table: where its mat lies, what moves over it, when a zone has settled."""
