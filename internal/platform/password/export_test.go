package password

// NewQueueFor has other work than the real one.
func NewQueueFor(count int, work Work) *Queue { return newPlaces(count, work) }
