-- Since when a line is suspended by its owner, whose phone is lost. The plan of the line has it, too: its workflow tells the network.
ALTER TABLE lines ADD COLUMN rests_since timestamptz;
