package verification

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
)

// contactProvenFor is as long as the session of a customer lasts without use.
const contactProvenFor = 24 * time.Hour

// contactSlot binds a proof to its order and to the session that has shown the code: the token of an order can be copied with its link.
func contactSlot(orderID string, current *middleware.Request) string {
	return "contact:" + orderID + ":" + hex.EncodeToString(current.Token)
}

// contactValue is the proven address, hidden. The contact of an order may change after the proof.
func (s *Codes) contactValue(orderID, address string) string {
	return hex.EncodeToString(s.Derive.MAC("proven contact", orderID, strings.ToLower(address)))
}

// ProveContact records that this session has shown a code that went to a contact of an order. Without a session, or if the proof
// cannot be kept, a code is asked for again.
func (s *Codes) ProveContact(ctx context.Context, orderID string, at Address) {
	current := middleware.RequestOf(ctx)
	if current.Token == nil {
		return
	}
	value := s.contactValue(orderID, at.Mobile+at.Email)
	s.LogFailure(ctx, "keep the proof of a contact", s.Notes.Note(ctx, contactSlot(orderID, current), value, contactProvenFor))
}

// ReadProvenContact returns the address of an order's contact whose code this session has shown.
func (s *Codes) ReadProvenContact(ctx context.Context, orderID string, c *contract.Contact) (Address, error) {
	shown, err := s.Notes.ReadNote(ctx, contactSlot(orderID, middleware.RequestOf(ctx)))
	switch {
	case err != nil:
		s.LogFailure(ctx, "read the proof of a contact", err)
		return Address{}, contract.Refuse(contract.FailUnavailable)
	case shown == "" || c == nil:
		return Address{}, contract.Refuse(contract.FailProofMissing)
	case shown == s.contactValue(orderID, c.Mobile):
		return Address{Mobile: c.Mobile}, nil
	case shown == s.contactValue(orderID, c.Email):
		return Address{Email: c.Email}, nil
	default:
		return Address{}, contract.Refuse(contract.FailProofMissing)
	}
}

// DropContactProof ends the proof of this session. If that fails it ends with the session, or after a day.
func (s *Codes) DropContactProof(ctx context.Context, orderID string) {
	_, err := s.Notes.TakeNote(ctx, contactSlot(orderID, middleware.RequestOf(ctx)))
	s.LogFailure(ctx, "drop the proof of a contact", err)
}
