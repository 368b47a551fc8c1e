"""A short round of raw_fuzz.py."""
import raw_fuzz
from serving import finish

raw_fuzz.run(2000, 1)
finish()
