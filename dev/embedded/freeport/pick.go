// Package freeport picks ports for servers that are about to start.
package freeport

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync/atomic"
)

// Systems give ports from 32768 up to whoever asks for any, and to each connection: one of those may be taken before its server
// gets to it. Those below are asked for by number only.
const (
	lowest = 20_000
	most   = 12_000
	tries  = 100
)

var (
	first = rand.Int64N(most) // processes beside each other begin in different places
	given atomic.Int64
)

// Pick is a port of this machine that nobody listens on, another one each time.
func Pick() (int, error) {
	for range tries {
		port := int(lowest + (first+given.Add(1))%most)
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			return port, listener.Close()
		}
	}
	return 0, errors.New("no free port was found")
}
