// Package reads compares an answer of the product with that of a bare Fiber handler which reads the same rows.
package reads

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"
	"golang.org/x/sync/errgroup"
)

const (
	clients = 16
	slice   = 200 * clients // of reads from the database
	path    = "/"
)

// Pair is an answer of the product and a bare one.
type Pair struct {
	client *http.Client
	header http.Header
	ours   answerer
	bare   answerer
	stop   func() error // ends the bare handler
	slice  int          // requests of one kind in turn
}

// answerer is a server under test. With the ETag of its answer, it only confirms that it is unchanged.
type answerer struct{ url, known string }

func (a answerer) status() int {
	if a.known != "" {
		return http.StatusNotModified
	}
	return http.StatusOK
}

// Open starts the bare handler. Both are asked with the same header.
func Open(client *http.Client, ours string, header http.Header, handler fiber.Handler) (*Pair, error) {
	app := fiber.New()
	app.Get(path, handler)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }() // it ends with Close
	return pairOf(client, ours, addressOf(listener), header, func() error { return app.Shutdown() }), nil
}

func addressOf(listener net.Listener) string { return "http://" + listener.Addr().String() + path }

func pairOf(client *http.Client, ours, bare string, header http.Header, stop func() error) *Pair {
	p := &Pair{client: client, ours: answerer{url: ours}, bare: answerer{url: bare}, header: header.Clone(), stop: stop, slice: slice}
	p.header.Set("accept-language", "en")
	return p
}

// Close stops the bare handler.
func (p *Pair) Close() error { return p.stop() }

// PerSecond returns the rates of the product's answers and of the bare ones.
func (p *Pair) PerSecond(ctx context.Context) (ours, bare float64, err error) {
	if bare, err = p.perSecond(ctx, p.bare); err != nil {
		return 0, 0, err
	}
	ours, err = p.perSecond(ctx, p.ours)
	return ours, bare, err
}

func (p *Pair) perSecond(ctx context.Context, from answerer) (float64, error) {
	group, asking := errgroup.WithContext(ctx)
	begin := time.Now()
	for range clients {
		group.Go(func() error {
			for range p.slice / clients {
				if err := p.ask(asking, from); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return float64(p.slice) / time.Since(begin).Seconds(), err
}

func (p *Pair) ask(ctx context.Context, from answerer) error {
	answer, body, err := p.get(ctx, from)
	if err != nil {
		return err
	}
	if answer.StatusCode != from.status() || from.known != "" && len(body) > 0 {
		return fmt.Errorf("%s answered %d with %d bytes", from.url, answer.StatusCode, len(body))
	}
	return nil
}

func (p *Pair) get(ctx context.Context, from answerer) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from.url, nil)
	if err != nil {
		return nil, nil, err
	}
	request.Header = p.header.Clone()
	if from.known != "" {
		request.Header.Set("if-none-match", from.known)
	}
	answer, err := p.client.Do(request)
	if err != nil {
		return nil, nil, fmt.Errorf("ask %s: %w", from.url, err)
	}
	body, err := io.ReadAll(answer.Body)
	return answer, body, errors.Join(err, answer.Body.Close())
}
