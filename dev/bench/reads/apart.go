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

// Kinds of handlers in a process of their own.
const (
	ApartPlain = "plain"
	ApartETag  = "etag" // behind Fiber's own
)

// startApart runs a bare handler that sends a body, in its own process like the product. In the client's process it
// would share the scheduler and skip each process switch, and an answer from memory costs little more than that.
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
		_ = apart.Wait() // the process was killed
		return err
	}
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		return "", nil, fmt.Errorf("a bare handler said no address: %w", err)
	}
	return strings.TrimSpace(line), stop, nil
}

// ServeApart sends the contents of in to every caller, and writes its address to out. It ends with its process.
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
