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
	slice   = 200 * clients // requests of one kind in turn
	path    = "/"
)

// Pair is an answer of the product and a bare one.
type Pair struct {
	client *http.Client
	header http.Header
	ours   string
	bare   string
	app    *fiber.App
}

// Open starts the bare handler. Both are asked with the same header.
func Open(client *http.Client, ours string, header http.Header, handler fiber.Handler) (*Pair, error) {
	p := &Pair{client: client, ours: ours, header: header.Clone(), app: fiber.New()}
	p.header.Set("accept-language", "en")
	p.app.Get(path, handler)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	p.bare = "http://" + listener.Addr().String() + path
	go func() { _ = p.app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }() // it ends with Close
	return p, nil
}

// Close stops the bare handler.
func (p *Pair) Close() error { return p.app.Shutdown() }

// PerSecond is how many of the product's answers, and of the bare ones, there are per second.
func (p *Pair) PerSecond(ctx context.Context) (ours, bare float64, err error) {
	if bare, err = p.slice(ctx, p.bare); err != nil {
		return 0, 0, err
	}
	ours, err = p.slice(ctx, p.ours)
	return ours, bare, err
}

func (p *Pair) slice(ctx context.Context, url string) (float64, error) {
	group, asking := errgroup.WithContext(ctx)
	begin := time.Now()
	for range clients {
		group.Go(func() error {
			for range slice / clients {
				if err := p.ask(asking, url); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return slice / time.Since(begin).Seconds(), err
}

func (p *Pair) ask(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	request.Header = p.header.Clone()
	answer, err := p.client.Do(request)
	if err != nil {
		return fmt.Errorf("ask %s: %w", url, err)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	if answer.StatusCode != http.StatusOK {
		err = errors.Join(err, fmt.Errorf("%s answered %d", url, answer.StatusCode))
	}
	return errors.Join(err, answer.Body.Close())
}
