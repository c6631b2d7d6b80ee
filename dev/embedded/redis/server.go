// Package redis runs a Redis stand-in inside the process, for machines without Redis. It stores nothing on disk.
package redis

import (
	"fmt"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// Server speaks the Redis protocol on a port of its own.
type Server struct {
	redis *miniredis.Miniredis
	stop  chan struct{}
	done  chan struct{}
}

// Start listens on a free port of this machine.
func Start() (*Server, error) {
	redis, err := miniredis.Run()
	if err != nil {
		return nil, fmt.Errorf("start the Redis stand-in: %w", err)
	}
	s := &Server{redis: redis, stop: make(chan struct{}), done: make(chan struct{})}
	go s.expire()
	return s, nil
}

// URL is the value for REDIS_URL.
func (s *Server) URL() string { return "redis://" + s.redis.Addr() + "/0" }

// Stop ends the server.
func (s *Server) Stop() {
	close(s.stop)
	<-s.done
	s.redis.Close()
}

// expire moves the stand-in's clock: unlike Redis it expires keys only on request.
func (s *Server) expire() {
	defer close(s.done)
	const step = 250 * time.Millisecond
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.redis.FastForward(step)
		case <-s.stop:
			return
		}
	}
}
