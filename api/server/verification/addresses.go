package verification

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	linestore "selfcare/internal/store/line"
)

// Address is a recipient of messages: a number, an e-mail, or both.
type Address struct{ Mobile, Email string }

// OwnAddress is the recipient of a code about a line of the account.
func (s *LineAccess) OwnAddress(ctx context.Context, mobile string) (Address, error) {
	found, err := s.ownLine(ctx, mobile)
	if err != nil {
		return Address{}, err
	}
	return reachable(found)
}

func (s *LineAccess) ownLine(ctx context.Context, mobile string) (linestore.Line, error) {
	if middleware.RequestOf(ctx).User.ID == "" {
		return linestore.Line{}, contract.Refuse(contract.FailNotSignedIn)
	}
	found, err := s.LineOf(ctx, mobile)
	if err != nil {
		return found, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err == nil && !mine {
		err = contract.Refuse(contract.FailAccountUnknown)
	}
	return found, err
}

// OtherChannel is the recipient of a code about a line with a lost phone or a locked SIM: never the line itself.
func (s *LineAccess) OtherChannel(ctx context.Context, mobile string) (Address, error) {
	found, err := s.ownLine(ctx, mobile)
	if err != nil {
		return Address{}, err
	}
	to, err := s.FindOtherAddress(ctx, found)
	if err == nil && to == (Address{}) {
		err = contract.Refuse(contract.FailNoOtherChannel)
	}
	return to, err
}

// FindOtherAddress finds the ways to the owner of a line that avoid its phone: the account's confirmed e-mail, otherwise the
// owner's contact e-mail, and another working number of the account, otherwise the owner's contact number.
func (s *LineAccess) FindOtherAddress(ctx context.Context, found linestore.Line) (Address, error) {
	user := middleware.RequestOf(ctx).User
	to := Address{Email: found.Contact.Email}
	if user.EmailConfirmed {
		to.Email = user.Email
	}
	lines, err := s.Subscriptions.Of(ctx, user.ID)
	if err != nil {
		return to, fmt.Errorf("read lines: %w", err)
	}
	stand, err := s.Subscriptions.Standings(ctx, user.ID)
	if err != nil {
		return to, fmt.Errorf("read the states of lines: %w", err)
	}
	for _, other := range lines {
		if works := stand[other.LineID]; other.Kind != linestore.Data && other.LineID != found.ID && works.ReceivesMessages() {
			to.Mobile = other.MSISDN
			return to, nil
		}
	}
	if found.Contact.Mobile != found.MSISDN {
		to.Mobile = found.Contact.Mobile
	}
	return to, nil
}

// ReplacementAddress is the recipient of the code for a SIM replacement: the line's number, and the account's e-mail,
// because a lost SIM receives nothing. A caller without a sign-in has proven the owner's ID before.
func (s *LineAccess) ReplacementAddress(ctx context.Context, mobile string) (Address, error) {
	found, err := s.LineFor(ctx, string(gen.OtpSourceReplacement), mobile)
	if err != nil {
		return Address{}, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err != nil {
		return Address{}, err
	}
	if !mine {
		if _, err := s.ReadProvenAddress(ctx, string(gen.OtpSourceReplacement), mobile); err != nil {
			return Address{}, err
		}
	}
	to := Address{Mobile: found.MSISDN, Email: found.Contact.Email}
	if found.Kind == linestore.Data {
		to.Mobile = found.Contact.Mobile
	}
	holders, err := s.Lines.Holders(ctx, found.ID)
	if err != nil {
		return to, fmt.Errorf("find holders: %w", err)
	}
	if len(holders) > 0 && holders[0].EmailConfirmed {
		to.Email = holders[0].Email
	}
	if found.IsSuspended() && mine { // the line receives nothing
		return s.FindOtherAddress(ctx, found)
	}
	return to, nil
}

// AddressToAdd is the recipient of the code for a new sub-account: none while its line is suspended, which the answer
// hides.
func (s *LineAccess) AddressToAdd(ctx context.Context, mobile string) (Address, error) {
	current := middleware.RequestOf(ctx)
	if current.User.ID == "" {
		return Address{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.Subscriptions.Of(ctx, current.User.ID)
	if err != nil {
		return Address{}, fmt.Errorf("read lines: %w", err)
	}
	line, err := s.FindLineToAdd(ctx, lines, mobile)
	if err != nil || line.IsSuspended() {
		return Address{}, err
	}
	return reachable(line)
}

// ReadProvenAddress is the recipient of a code for a number whose ID this session has proven.
func (s *LineAccess) ReadProvenAddress(ctx context.Context, source, mobile string) (Address, error) {
	line, err := s.LineFor(ctx, source, mobile)
	if err != nil {
		return Address{}, err
	}
	shown, err := s.readShownID(ctx, ProofID, source)
	if err != nil {
		return Address{}, err
	}
	if shown == "" || shown != line.ID {
		return Address{}, contract.Refuse(contract.FailProofMissing)
	}
	return reachable(line)
}

// reachable is the message address of a line's holder. A data SIM receives none: its owner left a contact.
func reachable(line linestore.Line) (Address, error) {
	if line.Kind != linestore.Data {
		return Address{Mobile: line.MSISDN}, nil
	}
	if line.Contact.Mobile == "" && line.Contact.Email == "" {
		return Address{}, contract.Refuse(contract.FailDataSIM)
	}
	return Address{Mobile: line.Contact.Mobile, Email: line.Contact.Email}, nil
}
