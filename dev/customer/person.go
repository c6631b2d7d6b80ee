package customer

import (
	"fmt"
	"math/rand/v2"

	"selfcare/internal/domain/identity"
)

// AnyPerson is a made-up citizen whose ID has a right check digit, so that many customers do not meet the limit of SIMs
// per ID.
func AnyPerson() Person {
	for {
		id := fmt.Sprintf("10%07d%d", rand.IntN(10_000_000), rand.IntN(10))
		if identity.ChecksumValid(id) {
			return Person{
				IDNumber: id, Nationality: "SA", BirthDate: "1990-05-17", FullName: "Sara Ali",
				Email: "sara.ali@example.sa", Mobile: "0501234567",
			}
		}
	}
}
