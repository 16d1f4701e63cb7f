"""The eye as stages that each run once a frame. Read `vision/pipeline/pipeline.py` first."""
