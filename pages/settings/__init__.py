"""What pages share around their stage: sidebar, controls, uploads, sharing, presenting, progress."""
