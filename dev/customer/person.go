package customer

import (
	"fmt"
	"math/rand/v2"

	"selfcare/internal/domain/identity"
)

// AnyPerson is a made-up citizen with a valid ID, so that many customers do not reach the limit of SIMs per ID.
func AnyPerson() Person {
	for {
		id := fmt.Sprintf("10%07d%d", rand.IntN(10_000_000), rand.IntN(10))
		if identity.ChecksumValid(id) {
			return Person{
				IDNumber: id, Nationality: "SA", BirthDate: "1990-05-17", FullName: "Sara Ali",
				Email: fmt.Sprintf("sara.%s@example.sa", id), Mobile: anyMobile(),
			}
		}
	}
}

// anyMobile avoids numbers that choose the outcome of messages and parcels at the simulators.
func anyMobile() string { return fmt.Sprintf("050%03d%04d", rand.IntN(1000), rand.IntN(9900)) }
