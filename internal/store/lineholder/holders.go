// Package lineholder finds the addresses of a line's holders.
package lineholder

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/store"
	"selfcare/internal/store/line"
)

// Holders are the addresses of a line's holders: its number, the owner's contact, and the accounts with the line.
type Holders struct {
	Reach    []contract.MessageAddress
	Language string // set for the line; empty without a choice
}

// OfLines returns the holders of lines, by the ids of the lines. A line that is not in service is left out.
func OfLines(ctx context.Context, q *store.Tx, lineIDs []string) (map[string]Holders, error) {
	found, err := q.Lines.ListWithEmails(ctx, lineIDs)
	if err != nil {
		return nil, err
	}
	languages, err := q.NumberSettings.Languages(ctx, lineIDs)
	if err != nil {
		return nil, err
	}
	all := make(map[string]Holders, len(found))
	for _, l := range found {
		all[l.ID] = Holders{reachOf(l), languages[l.ID]}
	}
	return all, nil
}

// Notices addresses a notice to every address of a line's holders, in the language that is set for the line.
func Notices(ctx context.Context, q *store.Tx, lineID string, notice contract.Notice) ([]contract.Notice, error) {
	reach, err := Of(ctx, q, lineID)
	if err != nil {
		return nil, err
	}
	return address(ctx, q, lineID, notice, reach)
}

// FormerNotices addresses one notice to each way that the owner of an ended line left with us. The number of the line receives none: it
// may be another customer's by now.
func FormerNotices(ctx context.Context, q *store.Tx, lineID string, notice contract.Notice) ([]contract.Notice, error) {
	ended, err := q.Lines.GetEnded(ctx, lineID)
	if err != nil {
		return nil, err
	}
	mobile := ended.Contact.Mobile
	if mobile == ended.MSISDN {
		mobile = ""
	}
	return address(ctx, q, lineID, notice, reaches([]string{mobile}, []string{ended.Contact.Email}))
}

// address makes one notice for each way.
func address(ctx context.Context, q *store.Tx, lineID string, notice contract.Notice, reach []contract.MessageAddress) ([]contract.Notice, error) {
	chosen, err := q.NumberSettings.Language(ctx, lineID)
	if err != nil {
		return nil, err
	}
	return Holders{reach, chosen}.Notices(notice), nil
}

// Notices makes a notice for each address, in the language that is set for the line.
func (h Holders) Notices(notice contract.Notice) []contract.Notice {
	if h.Language != "" {
		notice.Language = texts.Spoken(h.Language)
	}
	notices := make([]contract.Notice, len(h.Reach))
	for i, way := range h.Reach {
		notices[i] = notice
		notices[i].Key, notices[i].Mobile, notices[i].Email = fmt.Sprintf("%s-%d", notice.Key, i), way.Mobile, way.Email
	}
	return notices
}

// Of lists every address of a line's holders: its number, the owner's contact, and the accounts with the line.
func Of(ctx context.Context, q *store.Tx, lineID string) ([]contract.MessageAddress, error) {
	found, confirmed, err := q.Lines.ReadWithEmails(ctx, lineID)
	if err != nil {
		return nil, err
	}
	return reachOf(line.WithEmails{Line: found, Emails: confirmed}), nil
}

func reachOf(l line.WithEmails) []contract.MessageAddress {
	mobiles := []string{l.Contact.Mobile}
	if l.Kind != line.Data { // a data line receives no messages
		mobiles = append(mobiles, l.MSISDN)
	}
	return reaches(mobiles, append([]string{l.Contact.Email}, l.Emails...))
}

// reaches drops empty and repeated addresses.
func reaches(mobiles, emails []string) []contract.MessageAddress {
	var all []contract.MessageAddress
	known := map[string]bool{"": true}
	for _, mobile := range mobiles {
		if !known[mobile] {
			all = append(all, contract.MessageAddress{Mobile: mobile})
		}
		known[mobile] = true
	}
	for _, email := range emails {
		if !known[email] {
			all = append(all, contract.MessageAddress{Email: email})
		}
		known[email] = true
	}
	return all
}
