package order

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"selfcare/internal/contract"
)

// mostTaken are more steps than a workflow can forget at once: those of a wizard.
const mostTaken = 12

// TakenBy notes the step that a state comes from, by the id of its update. Whoever gets the step again, having forgotten it, sees that it
// is taken. No step: it comes from the process itself.
func TakenBy(o contract.Order, step string) contract.Order {
	if step == "" || HasTaken(o, step) {
		return o
	}
	taken := append(slices.Clone(o.Taken), fingerprint(o.ID, step))
	o.Taken = taken[max(0, len(taken)-mostTaken):]
	return o
}

// HasTaken tells whether a state comes from a step, or from later ones.
func HasTaken(o contract.Order, step string) bool {
	return step != "" && slices.Contains(o.Taken, fingerprint(o.ID, step))
}

// fingerprint is what an order keeps of a step's id, which is the customer's idempotency key.
func fingerprint(orderID, step string) string {
	sum := sha256.Sum256([]byte(orderID + " " + step))
	return hex.EncodeToString(sum[:6])
}
