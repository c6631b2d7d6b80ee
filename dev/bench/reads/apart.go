package reads

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/etag"
)

// Kinds of handlers that run apart.
const (
	ApartPlain = "plain"
	ApartETag  = "etag" // behind Fiber's own
)

// startApart runs a bare handler that sends a body, in a process of its own as the product is. In the client's it would share its scheduler
// and be spared each change of process, and a call that is answered from memory costs little more than that.
func startApart(ctx context.Context, kind string, body []byte) (url string, stop func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, fmt.Errorf("find the program: %w", err)
	}
	apart := exec.CommandContext(ctx, self, "--apart", kind)
	apart.Stdin, apart.Stderr = bytes.NewReader(body), os.Stderr
	said, err := apart.StdoutPipe()
	if err != nil {
		return "", nil, fmt.Errorf("start a bare handler: %w", err)
	}
	if err := apart.Start(); err != nil {
		return "", nil, fmt.Errorf("start a bare handler: %w", err)
	}
	stop = func() error {
		err := apart.Process.Kill()
		_ = apart.Wait() // it was killed
		return err
	}
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		return "", nil, fmt.Errorf("a bare handler said no address: %w", err)
	}
	return strings.TrimSpace(line), stop, nil
}

// ServeApart sends what it reads from in to everybody who asks, and says on out where. It ends with its process.
func ServeApart(kind string, in io.Reader, out io.Writer) error {
	body, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read the body: %w", err)
	}
	app := fiber.New()
	if kind == ApartETag {
		app.Use(etag.New())
	}
	app.Get(path, func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(body)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if _, err := fmt.Fprintln(out, addressOf(listener)); err != nil {
		return fmt.Errorf("say the address: %w", err)
	}
	return app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true})
}
