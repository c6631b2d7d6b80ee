package app

import (
	"context"
	"errors"
	"fmt"
	"net"
)

// unreachable reports in one sentence that a part does not answer; drivers use several lines.
func unreachable(variable string, err error) error {
	var op *net.OpError
	var name *net.DNSError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &name):
		return fmt.Errorf("%s: there is no machine called %s", variable, name.Name)
	case errors.As(err, &op) && op.Addr != nil:
		return fmt.Errorf("%s: nothing answers at %s: %w", variable, op.Addr, op.Err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s: no answer in time: %w", variable, context.DeadlineExceeded)
	}
	return fmt.Errorf("%s: %w", variable, err)
}
