package workflowtest

import "time"

// IsReadOnlyFor makes our database refuse a write for a while, counted from the first time it is tried.
func (s *Story) IsReadOnlyFor(outage time.Duration, effect string) {
	s.Fails(effect, errReadOnly)
	s.While(effect, func() { s.Mends(outage, effect) })
}
