package sweep

import "selfcare/internal/store/sweep"

// Few reads few rows at a time.
func Few(rows sweep.Sweeps, w Engine, most int) *Sweeper {
	s := New(rows, w)
	s.most = most
	return s
}
