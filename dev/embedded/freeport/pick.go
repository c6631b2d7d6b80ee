// Package freeport picks ports for servers that are about to start.
package freeport

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync/atomic"
)

// Systems assign ports from 32768 up to listeners on any port, and to each connection: such a port may be taken before
// its server opens it. Lower ports are only used by number.
const (
	lowest = 20_000
	most   = 12_000
	tries  = 100
)

var (
	first = rand.Int64N(most) // parallel processes begin in different places
	given atomic.Int64
)

// Pick returns a free port of this machine, another one each time.
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
