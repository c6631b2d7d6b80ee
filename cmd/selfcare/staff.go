package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/platform/config"
)

type staffCommand struct {
	Add     addStaffCommand     `cmd:"" help:"Add a staff member. Their first password is read from standard input."`
	List    listStaffCommand    `cmd:"" help:"List present and former staff."`
	Disable disableStaffCommand `cmd:"" help:"Lock a staff member out; their sessions end at once."`
	Enable  enableStaffCommand  `cmd:"" help:"Let a staff member in again."`

	ResetSecondFactor resetFactorCommand `cmd:"" help:"Remove the lost authenticator app of a staff member; the next sign-in sets up another one."`
}

type addStaffCommand struct {
	Email     string   `arg:"" help:"E-mail of their sign-in."`
	Role      []string `required:"" enum:"support,operator" help:"support works in the console; operator reads customer data of processes in the Temporal UI. May be repeated."`
	FirstName string   `help:"Name for colleagues."`
	LastName  string   `help:"Name for colleagues."`
}

// Run adds the staff member.
func (c addStaffCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	err = app.AddStaff(ctx, cfg, log, app.NewMember{
		Email: c.Email, Roles: c.Role, FirstName: c.FirstName, LastName: c.LastName, Password: os.Stdin,
	})
	if err != nil {
		return err
	}
	return tell("%s may sign in with role %s; the first sign-in sets up a second factor", c.Email, strings.Join(c.Role, " and "))
}

// tell answers the operator outside of the log: logs contain no names.
func tell(text string, args ...any) error {
	_, err := fmt.Printf(text+"\n", args...)
	return err
}

type listStaffCommand struct{}

// Run lists the staff.
func (listStaffCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.ListStaff(ctx, cfg, log, os.Stdout)
}

// staffMember is the member of staff that a command changes.
type staffMember struct {
	Email string `arg:"" help:"E-mail of their sign-in."`
}

// change makes the change and answers the operator.
func (m staffMember) change(ctx context.Context, do func(context.Context, config.Config, *slog.Logger, string) error, answer string) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if err := do(ctx, cfg, log, m.Email); err != nil {
		return err
	}
	return tell(answer, m.Email)
}

type disableStaffCommand struct{ staffMember }

// Run disables the staff member.
func (c disableStaffCommand) Run(ctx context.Context) error {
	return c.change(ctx, app.DisableStaff, "%s is signed out, and can no longer sign in")
}

type enableStaffCommand struct{ staffMember }

// Run enables the staff member.
func (c enableStaffCommand) Run(ctx context.Context) error {
	return c.change(ctx, app.EnableStaff, "%s may sign in again")
}

type resetFactorCommand struct{ staffMember }

// Run resets the second factor.
func (c resetFactorCommand) Run(ctx context.Context) error {
	return c.change(ctx, app.ResetSecondFactor, "%s is signed out; the next sign-in sets up another second factor")
}
