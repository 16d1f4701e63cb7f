"""The stages of the pipeline, one file each, and what two of them share."""
