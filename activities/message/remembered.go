package message

import (
	"context"
	"strings"
	"sync"

	"selfcare/internal/contract/texts"
)

// remembered reads the words of each template once. It lives for one batch, so that a change of the words counts at once.
type remembered struct {
	wordings

	access sync.Mutex
	words  map[string]texts.Wording
	phone  *string
}

// Wording returns the words of templates. A failed reading is not remembered.
func (r *remembered) Wording(ctx context.Context, templates ...string) (texts.Wording, error) {
	r.access.Lock()
	defer r.access.Unlock()
	all := strings.Join(templates, " ")
	if known, is := r.words[all]; is {
		return known, nil
	}
	read, err := r.wordings.Wording(ctx, templates...)
	if err != nil {
		return nil, err
	}
	if r.words == nil {
		r.words = map[string]texts.Wording{}
	}
	r.words[all] = read
	return read, nil
}

// SupportPhone returns the telephone number of support.
func (r *remembered) SupportPhone(ctx context.Context) (string, error) {
	r.access.Lock()
	defer r.access.Unlock()
	if r.phone != nil {
		return *r.phone, nil
	}
	read, err := r.wordings.SupportPhone(ctx)
	if err == nil {
		r.phone = &read
	}
	return read, err
}
