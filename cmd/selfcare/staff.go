package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"selfcare/cmd/selfcare/app"
)

type staffCommand struct {
	Add     addStaffCommand     `cmd:"" help:"Let somebody in. Their first password is read from standard input."`
	List    listStaffCommand    `cmd:"" help:"List who works for us, and who did."`
	Disable disableStaffCommand `cmd:"" help:"Let somebody in no more; their sessions end at once."`
	Enable  enableStaffCommand  `cmd:"" help:"Let somebody in again."`

	ResetSecondFactor resetFactorCommand `cmd:"" help:"Forget the authenticator app of somebody who lost it; the next sign-in sets up another one."`
}

type addStaffCommand struct {
	Email     string   `arg:"" help:"With which they sign in."`
	Role      []string `required:"" enum:"support,operator" help:"support works in the console; operator reads in the Temporal UI what processes know of customers. May be repeated."`
	FirstName string   `help:"As colleagues see it."`
	LastName  string   `help:"As colleagues see it."`
}

// Run adds them.
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

// tell answers the operator. It is not a log line: logs contain no names.
func tell(text string, args ...any) error {
	_, err := fmt.Printf(text+"\n", args...)
	return err
}

type listStaffCommand struct{}

// Run lists them.
func (listStaffCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.ListStaff(ctx, cfg, log, os.Stdout)
}

type disableStaffCommand struct {
	Email string `arg:"" help:"With which they sign in."`
}

// Run disables them.
func (c disableStaffCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if err := app.DisableStaff(ctx, cfg, log, c.Email); err != nil {
		return err
	}
	return tell("%s is signed out, and may sign in no more", c.Email)
}

type enableStaffCommand struct {
	Email string `arg:"" help:"With which they sign in."`
}

// Run enables them.
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
	Email string `arg:"" help:"With which they sign in."`
}

// Run forgets it.
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
