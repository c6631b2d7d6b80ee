//go:build !linux

package aside

// lowerPriority changes nothing where threads have no priority of their own.
func lowerPriority() {}
