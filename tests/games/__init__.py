"""The golden logs, how they are read and recorded, and what they must show."""
