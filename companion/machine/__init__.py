"""The machine under the table: files, addresses, threads and pins."""
