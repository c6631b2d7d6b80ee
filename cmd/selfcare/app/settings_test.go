package app_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/domain/proposal"
	"selfcare/internal/store/user"
)

var inCode = regexp.MustCompile("`([^`]*)`")

// The page has each figure with its present default.
func TestSettings_Page_HasEachDefault(t *testing.T) {
	cfg, _ := contentConfig(t)
	figures, err := opened(t, cfg).Settings.Figures(t.Context())
	require.NoError(t, err)
	page, err := os.ReadFile("../../../docs/operations/configure.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "\n| key | default | meaning |\n|---|---|---|\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	defaults := map[string]string{}
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(line, "|")
		keys, values := inCode.FindAllStringSubmatch(cells[1], -1), inCode.FindAllStringSubmatch(cells[2], -1)
		for i, key := range keys {
			require.NotContains(t, defaults, key[1], "twice")
			defaults[key[1]] = ""
			if len(keys) == len(values) {
				defaults[key[1]] = values[i][1]
			}
		}
	}
	for _, f := range figures {
		told, there := defaults[f.Key]
		require.True(t, there, "%s is not in the table", f.Key)
		if told != "" {
			require.JSONEq(t, f.Default, told, f.Key)
		}
		delete(defaults, f.Key)
	}
	require.Empty(t, defaults, "nothing has these")
}

func TestSetSetting_Change_IsShownAndAudited(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	s := opened(t, cfg)
	set := func(key, value, reason string, dry bool) (string, error) {
		var said strings.Builder
		err := app.SetSetting(ctx, cfg, silent, app.Setting{Key: key, Value: value, Reason: reason, DryRun: dry}, &said)
		return said.String(), err
	}
	said, err := set("holdFor", "20m", "long queues in Ramadan", true)
	require.NoError(t, err)
	require.Equal(t, "holdFor (Time a number is held): 15 minutes -> 20 minutes (dry run: nothing was changed)\n", said)
	settings, err := s.Settings.Get(ctx)
	require.NoError(t, err)
	require.Equal(t, 15*time.Minute, settings.HoldFor)

	said, err = set("holdFor", "20m", "long queues in Ramadan", false)
	require.NoError(t, err)
	require.Equal(t, "holdFor (Time a number is held): 15 minutes -> 20 minutes\n", said)
	changes, err := s.Audit.SettingChanges(ctx)
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.Equal(t, "long queues in Ramadan", changes[0].Note)
	require.Equal(t, map[string]string{"key": "holdFor", "before": `"15m"`, "after": `"20m"`}, changes[0].Details)
	require.Eventually(t, func() bool {
		settings, err = s.Settings.Get(ctx)
		return err == nil && settings.HoldFor == 20*time.Minute
	}, 5*time.Second, 50*time.Millisecond, "another process has it within a second")

	var shown strings.Builder
	require.NoError(t, app.ShowSettings(ctx, cfg, silent, true, &shown))
	require.Regexp(t, `holdFor +Time a number is held +15 minutes +20 minutes +operator, 20\d\d-.*, long queues in Ramadan`, shown.String())
	require.NotContains(t, shown.String(), "draftTtl")

	said, err = set("holdFor", "null", "Ramadan is over", false)
	require.NoError(t, err)
	require.Equal(t, "holdFor (Time a number is held): 20 minutes -> 15 minutes\n", said)

	for name, tt := range map[string]struct{ key, value, reason, want string }{
		"no reason":          {"holdFor", "20m", " ", "give a reason"},
		"an unknown key":     {"holdForever", "20m", "why not", "holdForever is not a setting"},
		"out of its bounds":  {"holdFor", "2h", "why not", "0 < holdFor <= holdCap"},
		"its bound in words": {"minAge", "500", "why not", "minAge (Minimum age): From 0 to 120 years."},
		"of another kind":    {"vatPercent", "much", "why not", `vatPercent (VAT) cannot be "much". Enter a whole number, like 15. The usual value: 15%`},
		"not a duration":     {"holdFor", "soon", "why not", "Here it is written 30m, 2h or 2d. The usual value: 15 minutes"},
		"not a single value": {"maxExtensions", "[1]", "why not", "maxExtensions"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := set(tt.key, tt.value, tt.reason, false)
			require.ErrorContains(t, err, tt.want)
		})
	}
	changes, err = s.Audit.SettingChanges(ctx)
	require.NoError(t, err)
	require.Len(t, changes, 2, "what was refused is not written down")
}

func TestSetSetting_DigitsForText_AreText(t *testing.T) {
	cfg, _ := contentConfig(t)
	var said strings.Builder
	err := app.SetSetting(t.Context(), cfg, silent, app.Setting{Key: "supportPhone", Value: "920012345", Reason: "our hotline"}, &said)
	require.NoError(t, err)
	require.Equal(t, "supportPhone (Support hotline): 920000000 -> 920012345\n", said.String())
}

func TestShowSettings_JointChange_NamesBoth(t *testing.T) {
	ctx := t.Context()
	cfg, _ := contentConfig(t)
	s := opened(t, cfg)
	people := map[string]string{}
	for _, name := range []string{"amal@selfcare.example", "basma@selfcare.example"} {
		member, err := s.Users.Register(ctx, user.User{Email: name, EmailConfirmed: true, PasswordHash: "x", Roles: []string{"support"}}, "")
		require.NoError(t, err)
		people[name] = member.ID
	}
	together := func(key, value string, at time.Time) {
		t.Helper()
		id, nothing := uuid.NewString(), json.RawMessage(proposal.Nothing)
		opened, err := s.Proposals.Propose(ctx, proposal.Proposal{
			ID: id, Kind: proposal.Setting, Key: key, Value: json.RawMessage(value), Before: nothing, EffectiveAt: at,
			Note: "agreed at noon", ProposedBy: people["amal@selfcare.example"],
		})
		require.NoError(t, err)
		require.True(t, opened)
		approved, err := s.Proposals.Approve(ctx, id, people["basma@selfcare.example"], nothing)
		require.NoError(t, err)
		require.True(t, approved)
	}
	shown := func() string {
		t.Helper()
		var said strings.Builder
		require.NoError(t, app.ShowSettings(ctx, cfg, silent, false, &said))
		return said.String()
	}
	set := func(value string) {
		t.Helper()
		require.NoError(t, app.SetSetting(ctx, cfg, silent, app.Setting{Key: "minAge", Value: value, Reason: "the regulator asks"}, new(strings.Builder)))
	}
	const both = `amal@selfcare.example, approved by basma@selfcare.example, 20\d\d-.*, agreed at noon`
	set("19")
	together("minAge", "21", time.Now())
	together("maxSubAccounts", "7", time.Now().Add(time.Hour))
	require.Regexp(t, `(?m)^minAge +Minimum age +18 years +21 years +`+both+`$`, shown())
	require.Regexp(t, `(?m)^maxSubAccounts +Sub-accounts +5 accounts +5 accounts *$`, shown(), "what counts later has changed nothing yet")

	set("20")
	require.Regexp(t, `(?m)^minAge +Minimum age +18 years +20 years +operator, .*, the regulator asks$`, shown(), "a command came after it")
}
