package servertest

import (
	"bufio"
	"net/http"

	"github.com/stretchr/testify/require"
	"github.com/valyala/fasthttp/fasthttputil"
)

// Pipe is a way to the server that, unlike a network, still hands over the answer to a body that was cut off.
type Pipe struct {
	*Rig
	Listener *fasthttputil.InmemoryListener
}

func (r *Rig) Pipe() Pipe {
	r.T.Helper()
	listener := fasthttputil.NewInmemoryListener()
	r.serve(listener)
	return Pipe{r, listener}
}

func (p Pipe) Sent(method, path, body string, headers ...Header) Answer {
	p.T.Helper()
	request := p.request(method, path, body, headers...)
	conn, err := p.Listener.Dial()
	require.NoError(p.T, err)
	defer func() { _ = conn.Close() }()
	go func() { _ = request.Write(conn) }() // the server may stop reading early
	response, err := http.ReadResponse(bufio.NewReader(conn), request)
	require.NoError(p.T, err)
	return p.read(request, response)
}
