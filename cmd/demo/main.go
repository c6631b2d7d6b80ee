// Command demo orders as a customer would and exits 0 only when the line is active and the books agree.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/caarlos0/env/v11"

	"selfcare/dev/customer"
	"selfcare/dev/demo"
	"selfcare/dev/devstack"
)

var options struct {
	Kind     string        `help:"What to order." enum:"${kinds}" default:"sim" env:"KIND"`
	API      string        `help:"The API." default:"http://localhost:8080/api" env:"DEMO_API"`
	Payment  string        `help:"Moyasar's API at the payment simulator." default:"http://localhost:8090/payment/v1" env:"DEMO_PAYMENT"`
	Messages string        `help:"The outbox of messages." default:"http://localhost:8090" env:"DEMO_MESSAGES"`
	Key      string        `help:"Its publishable key." default:"pk_test_selfcare_simulator" env:"MOYASAR_PUBLISHABLE_KEY"`
	Login    string        `help:"Support account that reads the books." default:"support@selfcare.example"`
	Password string        `help:"Its password." default:"Sahara-2026" env:"DEMO_PASSWORD"`
	Secret   string        `help:"Secret of its authenticator app; development's where not said." env:"DEMO_SECRET"`
	Language string        `help:"Language of the timeline." enum:"ar,en" default:"en"`
	Timeout  time.Duration `help:"Give up after." default:"${within}"`
}

// walkWithin is the time of one walk. A walk at a limit waits: a minute for a second code, ten after many walks have
// registered customers on this machine.
const walkWithin = 15 * time.Minute

func main() {
	kinds := strings.Join(slices.Sorted(maps.Keys((&demo.Demo{}).Kinds())), ",")
	kong.Parse(&options, kong.Description("Walks an order through the public API and checks the books."),
		kong.Vars{"kinds": kinds, "within": walkWithin.String()})
	ctx, cancel := context.WithTimeout(context.Background(), options.Timeout)
	err := run(ctx)
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	settings, err := devstack.Read(env.ToMap(os.Environ()))
	if err != nil {
		return err
	}
	client := customer.NewClient(options.API, options.Language)
	support, err := signInSupport(ctx, settings.StateDir, client)
	if err != nil {
		return fmt.Errorf("support signs in: %w", err)
	}
	cards := &customer.Cards{Base: options.Payment, PublishableKey: options.Key, HTTP: client.HTTP}
	walk := newWalk(client, support, cards, options.Messages)
	walk.Stack, walk.Out = stack{settings}, os.Stdout
	return walk.Kinds()[options.Kind](ctx)
}

// newWalk is the walk of a new customer, who reads messages in the outbox of the simulators.
func newWalk(client *customer.Client, support *customer.Support, cards *customer.Cards, messages string) demo.Demo {
	walk := demo.Demo{Customer: customer.New(client, cards, customer.AnyPerson()), Support: support}
	walk.Customer.Phone = &customer.Phone{Base: messages, HTTP: client.HTTP}
	return walk
}
