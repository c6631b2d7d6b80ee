package audit

import (
	"time"
)

// Verification is the result of the last verification of the log.
type Verification struct {
	At     time.Time // time of the first seal if the log was never verified; zero without a seal
	Faults int
}
