package password

// NewPlacesFor has other work than the real one.
func NewPlacesFor(count int, work Work) *Places { return newPlaces(count, work) }
