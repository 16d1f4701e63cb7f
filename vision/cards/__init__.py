"""Where cards lie, whatever is printed on them: outlines, keypoints, piles."""
