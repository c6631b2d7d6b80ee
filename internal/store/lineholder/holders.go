// Package lineholder says how those who hold a line are reached.
package lineholder

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/store"
)

// Notices addresses one notice to each way to reach those who hold a line, in the language that is set for it.
func Notices(ctx context.Context, q *store.Tx, lineID string, notice contract.Notice) ([]contract.Notice, error) {
	chosen, err := q.LineSettings.Language(ctx, lineID)
	if err != nil {
		return nil, err
	}
	if chosen != "" {
		notice.Language = texts.Spoken(chosen)
	}
	reach, err := Of(ctx, q, lineID)
	notices := make([]contract.Notice, len(reach))
	for i, way := range reach {
		notices[i] = notice
		notices[i].Key, notices[i].Mobile, notices[i].Email = fmt.Sprintf("%s-%d", notice.Key, i), way.Mobile, way.Email
	}
	return notices, err
}

// Of lists every way to reach those who hold a line: its number, what its owner left with us, and the accounts it is in.
func Of(ctx context.Context, q *store.Tx, lineID string) ([]contract.Reach, error) {
	found, confirmed, err := q.Lines.ReadWithEmails(ctx, lineID)
	if err != nil {
		return nil, err
	}
	mobiles, emails := []string{found.Contact.Mobile}, append([]string{found.Contact.Email}, confirmed...)
	if found.Kind != store.LineData { // receives no messages
		mobiles = append(mobiles, found.MSISDN)
	}
	return reaches(mobiles, emails), nil
}

// reaches drops what is empty or known already.
func reaches(mobiles, emails []string) []contract.Reach {
	var all []contract.Reach
	known := map[string]bool{"": true}
	for _, mobile := range mobiles {
		if !known[mobile] {
			all = append(all, contract.Reach{Mobile: mobile})
		}
		known[mobile] = true
	}
	for _, email := range emails {
		if !known[email] {
			all = append(all, contract.Reach{Email: email})
		}
		known[email] = true
	}
	return all
}
