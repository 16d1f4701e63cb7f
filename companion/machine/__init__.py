"""The machine under the table: its files, addresses, threads and pins."""
