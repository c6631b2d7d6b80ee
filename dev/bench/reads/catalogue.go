package reads

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"selfcare/dev/customer"
)

// sliceFromMemory is longer: answers from memory are ten times as fast.
const sliceFromMemory = 10 * slice

// Catalogue is the first page of products, such as /plans: whole, against a handler that sends the same bytes from
// memory in its own process, and known, with the ETag, against a handler with Fiber's own ETag. Answers are not
// compressed: the client would spend its time on unpacking.
func Catalogue(ctx context.Context, c *customer.Client, path string) (whole, known *Pair, err error) {
	sold := answerer{url: c.Base + path}
	header := http.Header{"Accept-Encoding": {"identity"}, "Accept-Language": {"en"}}
	answer, body, err := (&Pair{client: c.HTTP, header: header}).get(ctx, sold)
	if err != nil {
		return nil, nil, err
	}
	if answer.StatusCode != http.StatusOK || len(body) == 0 {
		return nil, nil, fmt.Errorf("%s answered %d with %d bytes", sold.url, answer.StatusCode, len(body))
	}
	open := func(kind string) (*Pair, error) {
		bare, stop, err := startApart(ctx, kind, body)
		if err != nil {
			return nil, err
		}
		return pairOf(c.HTTP, sold.url, bare, header, stop), nil
	}
	if whole, err = open(ApartPlain); err != nil {
		return nil, nil, err
	}
	if known, err = open(ApartETag); err != nil {
		return nil, nil, errors.Join(err, whole.Close())
	}
	whole.slice, known.slice = sliceFromMemory, sliceFromMemory
	if err := known.remember(ctx); err != nil {
		return nil, nil, errors.Join(err, whole.Close(), known.Close())
	}
	return whole, known, nil
}

// remember asks both from now on with the ETag of their answers.
func (p *Pair) remember(ctx context.Context) error {
	for _, from := range []*answerer{&p.ours, &p.bare} {
		answer, _, err := p.get(ctx, *from)
		if err != nil {
			return err
		}
		if from.known = answer.Header.Get("ETag"); from.known == "" {
			return fmt.Errorf("%s has no ETag", from.url)
		}
	}
	return nil
}
