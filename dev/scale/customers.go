package scale

import (
	"fmt"
	"math/rand/v2"
)

// Customer is one of the made-up customers of a filled database, by their number from 1. Each has an active line.
type Customer struct {
	N                      int
	LineID, UserID, MSISDN string
	Prepaid                bool
}

// customer returns a customer; false for one whose line has ended or is suspended. The statements of the fill make the same choices.
func (s Size) customer(n int) (Customer, bool) {
	c := Customer{
		N: n, LineID: id(lineNoun, n), UserID: id(userNoun, n), MSISDN: msisdn(n), Prepaid: n%5 != 0,
	}
	return c, n%50 != 7 && n%50 != 8
}

// msisdn is pg_temp.msisdn of the fill.
func msisdn(n int) string { return fmt.Sprintf("057%07d", 1000+n*6_180_341%9_999_000) }

// Draw returns a random customer whose line is active. The newest lines, which came into service within these days, are left out.
func (s Size) Draw() Customer {
	for {
		if c, active := s.customer(1 + rand.IntN(max(1, s.Lines*99/100))); active {
			return c
		}
	}
}
