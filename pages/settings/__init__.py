"""What pages share around a stage: sidebar, controls, uploads, sharing, presenting, progress."""
