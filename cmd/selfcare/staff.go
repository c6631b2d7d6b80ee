package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"selfcare/cmd/selfcare/app"
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

type disableStaffCommand struct {
	Email string `arg:"" help:"E-mail of their sign-in."`
}

// Run disables the staff member.
func (c disableStaffCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if err := app.DisableStaff(ctx, cfg, log, c.Email); err != nil {
		return err
	}
	return tell("%s is signed out, and can no longer sign in", c.Email)
}

type enableStaffCommand struct {
	Email string `arg:"" help:"E-mail of their sign-in."`
}

// Run enables the staff member.
func (c enableStaffCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if err := app.EnableStaff(ctx, cfg, log, c.Email); err != nil {
		return err
	}
	return tell("%s may sign in again", c.Email)
}

type resetFactorCommand struct {
	Email string `arg:"" help:"E-mail of their sign-in."`
}

// Run resets the second factor.
func (c resetFactorCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if err := app.ResetSecondFactor(ctx, cfg, log, c.Email); err != nil {
		return err
	}
	return tell("%s is signed out; the next sign-in sets up another second factor", c.Email)
}
