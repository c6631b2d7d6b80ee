package subscription

import (
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store/allowance"
	planstore "selfcare/internal/store/plan"
)

// soldPlans is what a batch of plans has read of the catalogue. Most of its lines have the same few plans.
type soldPlans struct {
	terms   map[string]subscription.Plan
	buckets map[string][]allowance.Bucket
	names   map[string]planstore.Name
}

func newSoldPlans() *soldPlans {
	return &soldPlans{map[string]subscription.Plan{}, map[string][]allowance.Bucket{}, map[string]planstore.Name{}}
}

func (s *soldPlans) allTerms() map[string]subscription.Plan {
	if s == nil {
		return nil
	}
	return s.terms
}

func (s *soldPlans) allBuckets() map[string][]allowance.Bucket {
	if s == nil {
		return nil
	}
	return s.buckets
}

func (s *soldPlans) allNames() map[string]planstore.Name {
	if s == nil {
		return nil
	}
	return s.names
}

// remember reads a value once. Without a memory it reads each time.
func remember[V any](memory map[string]V, key string, read func() (V, error)) (V, error) {
	if known, found := memory[key]; found {
		return known, nil
	}
	value, err := read()
	if err == nil && memory != nil {
		memory[key] = value
	}
	return value, err
}
