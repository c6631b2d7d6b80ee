package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// healthWithin is longer than a process needs to ask its parts, and shorter than orchestrators wait.
const healthWithin = 4 * time.Second

var errNoOps = errors.New("OPS_ADDR is not set, so this process has no address for operators to ask")

// Health asks the process in this container whether it runs, or whether it is ready. Images without a shell have no
// other tool for it.
func Health(ctx context.Context, address string, ready bool, out io.Writer) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return errNoOps
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // the process listens on all addresses
	}
	path := "/livez"
	if ready {
		path = "/readyz"
	}
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	status, err := statusOf(ctx, "http://"+net.JoinHostPort(host, port)+path)
	if err != nil {
		return unreachable("OPS_ADDR", err)
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s answers %d: the log of the process says why", path, status)
	}
	_, err = fmt.Fprintln(out, path, "says yes")
	return err
}

func statusOf(ctx context.Context, url string) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return 0, err
	}
	answer, err := (&http.Client{Timeout: healthWithin}).Do(request)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}
