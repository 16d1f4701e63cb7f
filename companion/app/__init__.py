"""The companion as it runs: the eye's thread, the pages' table, and what wires them."""
