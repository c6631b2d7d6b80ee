package seed_test

import (
	"context"
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/plan"
	"selfcare/internal/platform/password"
	"selfcare/internal/store"
	"selfcare/internal/store/line"
	"selfcare/internal/store/number"
	planstore "selfcare/internal/store/plan"
	"selfcare/internal/store/site"
)

func TestRun_Repeat_ChangesNothing(t *testing.T) {
	ctx := context.Background()
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	require.NoError(t, seed.Run(ctx, db, keys))

	s := store.New(db, keys)
	categories, err := s.Numbers.Categories(ctx)
	require.NoError(t, err)
	require.Equal(t, []number.Category{
		{Key: "bronze", Price: 3000}, {Key: "silver", Price: 15000}, {Key: "gold", Price: 50000}, {Key: "platinum", Price: 200000},
	}, categories)
	for _, category := range categories {
		found, err := s.Numbers.Search(ctx, number.Query{Category: category.Key, Page: 4, PerPage: 50})
		require.NoError(t, err)
		require.True(t, found.More, "more than 200 numbers in class %s", category.Key)
	}
	claimed, err := s.Numbers.Suggest(ctx, "gold", order1, time.Now().Add(time.Hour))
	require.NoError(t, err)

	require.NoError(t, seed.Run(ctx, db, keys), "over data in use")
	require.NoError(t, s.Numbers.ExtendHold(ctx, claimed.MSISDN, order1, time.Now().Add(time.Hour)), "the hold has survived")
	var numbers int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM numbers").Scan(ctx, &numbers))
	require.GreaterOrEqual(t, numbers, 20_000)
}

func TestRun_NumberThatLeft_StaysOutOfStock(t *testing.T) {
	ctx := t.Context()
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	require.NoError(t, seed.Run(ctx, db, keys))
	var msisdn string
	require.NoError(t, db.NewRaw("DELETE FROM numbers WHERE msisdn = (SELECT min(msisdn) FROM numbers WHERE status = 'free') RETURNING msisdn").Scan(ctx, &msisdn))
	_, err := db.NewRaw("INSERT INTO departed_numbers (msisdn, line_id, operator, left_at) SELECT ?, id, 'stc', now() FROM lines LIMIT 1", msisdn).Exec(ctx)
	require.NoError(t, err)
	require.NoError(t, seed.Run(ctx, db, keys))
	known, err := db.NewSelect().Table("numbers").Where("msisdn = ?", msisdn).Exists(ctx)
	require.NoError(t, err)
	require.False(t, known)
}

const order1 = "01980000-0000-7000-8000-000000000001"

func TestRun_Content_IsLoaded(t *testing.T) {
	ctx := context.Background()
	s := testkit.Seeded(t)

	plans, _, err := s.Catalogue.Plans(ctx, planstore.Query{})
	require.NoError(t, err)
	require.Len(t, plans, 11)
	for _, plan := range plans {
		require.NotEmpty(t, plan.NameAr)
		require.NotEmpty(t, plan.Items, plan.ID)
	}
	cities, err := s.Catalogue.Cities(ctx)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(cities), 25)
	stores, err := s.Stores.All(ctx)
	require.NoError(t, err)
	require.Greater(t, len(stores), 200)

	sim, err := s.SIMs.Allocate(ctx, order1)
	require.NoError(t, err)
	require.Regexp(t, `^89966\d{14}$`, sim.ICCID)
	require.Zero(t, luhnSum(sim.ICCID)%10)
	require.Regexp(t, `^\d{8}$`, sim.PUK1)

	for _, id := range seed.BlockedIDs {
		blocked, err := s.Lines.IsIDBlocked(ctx, id)
		require.NoError(t, err)
		require.True(t, blocked)
		require.Zero(t, luhnSum(id)%10)
	}
}

func TestRun_Accounts_ShareThePassword(t *testing.T) {
	ctx := context.Background()
	s := testkit.Seeded(t)
	for email, role := range map[string]string{
		"support@selfcare.example": "support", "operator@selfcare.example": "operator", "prepaid@selfcare.example": "customer",
		"data@selfcare.example": "customer", "approver@selfcare.example": "support",
	} {
		users, err := s.Users.ByEmail(ctx, email)
		require.NoError(t, err, email)
		require.Len(t, users, 1)
		user := users[0]
		require.Equal(t, []string{role}, user.Roles)
		right, err := password.Verify(seed.Password, user.PasswordHash)
		require.NoError(t, err)
		require.True(t, right)
	}
}

func TestRun_Customers_HaveArabicNames(t *testing.T) {
	url, keys := testkit.SeededURL(t)
	db := testkit.Connect(t, url)
	s := store.New(db, keys)
	var customers []string
	require.NoError(t, db.NewRaw("SELECT id FROM users WHERE 'customer' = ANY(roles)").Scan(t.Context(), &customers))
	require.Greater(t, len(customers), 40)
	arabic := regexp.MustCompile(`^\p{Arabic}+$`)
	for _, id := range customers {
		user, err := s.Users.Get(t.Context(), id)
		require.NoError(t, err)
		require.Regexp(t, arabic, user.FirstNameAr, user.Email)
		require.Regexp(t, arabic, user.LastNameAr, user.Email)
		holder, err := s.Lines.ByNumber(t.Context(), user.Mobile)
		require.NoError(t, err)
		require.Equal(t, holder.Person.FullNameAr, user.FirstNameAr+" "+user.LastNameAr, user.Email)
	}
}

func TestSiteFile_OurPrefix_IsPlainText(t *testing.T) {
	require.Contains(t, seed.SiteFile, "Our numbers begin with 057.")
	require.Contains(t, seed.SiteFile, "تبدأ أرقامه بـ 057.")
	require.NotContains(t, seed.SiteFile, "`057")
}

func TestRun_MainAccount_HasItsLines(t *testing.T) {
	s := testkit.Seeded(t)
	user, err := s.Users.ByMobile(t.Context(), "0570000003")
	require.NoError(t, err)
	require.Equal(t, "Sara Alqahtani", user.FirstName+" "+user.LastName)
	lines, err := s.Subscriptions.Of(t.Context(), user.ID)
	require.NoError(t, err)
	require.Len(t, lines, 4)
	require.True(t, lines[0].Main)
	require.True(t, lines[0].MultiSIM)
	require.Nil(t, lines[1].Access, "everything")
	require.Equal(t, []string{"history", "history_usage_calls"}, lines[2].Access)
	require.Equal(t, []string{}, lines[3].Access, "nothing")
	require.Equal(t, line.Data, lines[3].Kind)
	require.Equal(t, "Tablet", lines[3].Nickname)
}

func TestRun_MainLine_HasExtraSIMs(t *testing.T) {
	s := testkit.Seeded(t)
	main, err := s.Lines.ByNumber(t.Context(), "0570000003")
	require.NoError(t, err)
	sims, err := s.LineSIMs.Of(t.Context(), main.ID)
	require.NoError(t, err)
	require.Len(t, sims, 3)
	require.True(t, sims[0].Primary)
	require.Equal(t, main.ICCID, sims[0].ICCID)
	require.Equal(t, "Watch", sims[1].Name)
	require.Equal(t, contract.SIMActive, sims[1].State)
	require.Equal(t, contract.SIMInactive, sims[2].State)
	require.True(t, sims[2].FeeUntil.Before(time.Now()), "its fee has ended")
	for _, sim := range sims {
		require.Zero(t, luhnSum(sim.ICCID)%10)
		require.Empty(t, sim.OrderID, "no order stands behind what was there from the start")
	}
	blocked, err := s.Lines.ByNumber(t.Context(), "0570000012")
	require.NoError(t, err)
	require.Equal(t, contract.LineBlocked, blocked.Status)
}

func luhnSum(digits string) (sum int) {
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return sum
}

func TestRun_LoadedContent_IsKept(t *testing.T) {
	ctx := context.Background()
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	require.NoError(t, seed.Run(ctx, db, keys))
	s := store.New(db, keys)
	loaded, err := s.Site.Content(ctx)
	require.NoError(t, err)
	require.Equal(t, seed.SiteFile, loaded.File)

	_, err = db.NewRaw("UPDATE site_contents SET file = 'of an older release'").Exec(ctx)
	require.NoError(t, err)
	require.NoError(t, seed.Run(ctx, db, keys))
	loaded, err = s.Site.Content(ctx)
	require.NoError(t, err)
	require.Equal(t, seed.SiteFile, loaded.File)

	own := seed.SiteFile + "# the operator's own\n"
	require.NoError(t, s.Site.Load(ctx, site.File{Source: "own.yaml", By: "tester", File: own}))
	require.NoError(t, seed.Run(ctx, db, keys))
	loaded, err = s.Site.Content(ctx)
	require.NoError(t, err)
	require.Equal(t, own, loaded.File)
}

func TestRun_ImportedPlans_AreKept(t *testing.T) {
	ctx := context.Background()
	db, keys := testkit.Postgres(t), testkit.Keys(t)
	require.NoError(t, seed.Run(ctx, db, keys))
	s := store.New(db, keys)
	changes := func(file, source string) plan.Changes {
		wanted, err := plan.Parse(file)
		require.NoError(t, err)
		changes, problems, err := s.Catalogue.ReplacePlans(ctx, wanted, source)
		require.NoError(t, err)
		require.Empty(t, problems)
		return changes
	}
	require.True(t, changes(seed.PlansFile, "again").None())
	_, err := db.NewRaw("UPDATE plans SET price = 1, on_sale = false WHERE id = 'hawakom-55'").Exec(ctx)
	require.NoError(t, err)
	require.NoError(t, seed.Run(ctx, db, keys))
	followed, err := s.Catalogue.Plan(ctx, "hawakom-55")
	require.NoError(t, err)
	require.EqualValues(t, 5500, followed.Price)

	own := strings.Replace(seed.PlansFile, "price: 55", "price: 59", 1)
	require.Equal(t, []string{"hawakom-55 (price)"}, changes(own, "own.yaml").Plans.Changed)
	require.NoError(t, seed.Run(ctx, db, keys))
	require.True(t, changes(own, "own.yaml").None(), "the seed leaves an imported catalogue alone")
}

func TestCatalogue_SpecifiedPlans_Exist(t *testing.T) {
	wanted, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	var ids []string
	for _, one := range wanted.Plans {
		ids = append(ids, one.ID)
	}
	require.Subset(t, ids, []string{
		"hawakom-55", "hawakom-90", "hawakom-130", "hawakom-170", "hawakom-210", "basic-25", "postpaid-200", "postpaid-290",
	})
}

func TestCatalogue_Commitment_FreesVanityNumbers(t *testing.T) {
	wanted, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	for _, id := range []string{"postpaid-200", "postpaid-290"} {
		t.Run(id, func(t *testing.T) {
			at := slices.IndexFunc(wanted.Plans, func(one plan.Plan) bool { return one.ID == id })
			found := wanted.Plans[at]
			require.Positive(t, found.CommitmentMonths)
			for class, price := range map[string]contract.Halalas{"bronze": 0, "silver": 0, "gold": 0, "platinum": 50_000} {
				o := contract.Order{
					Booking: &contract.Booking{Category: class, Price: 50_000},
					Plan:    &contract.Plan{Price: found.Price, FreeCategories: found.FreeCategories, CommitmentMonths: found.CommitmentMonths},
				}
				require.Equal(t, found.Price+price, order.Priced(o, 15).Price.Total, class)
			}
		})
	}
}

func TestOperators_PortIn_HasFour(t *testing.T) {
	file, err := seed.Lists.Open("lists/operators.csv")
	require.NoError(t, err)
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"key", "name_en", "name_ar", "ours", "position"}, rows[0])
	var others, ours []string
	for _, row := range rows[1:] {
		require.NotEmpty(t, row[1])
		require.NotEmpty(t, row[2])
		if row[3] == "true" {
			ours = append(ours, row[0])
		} else {
			others = append(others, row[0])
		}
	}
	require.Equal(t, []string{"stc", "mobily", "zain", "lebara"}, others)
	require.Len(t, ours, 1, "no customer is offered our own brand")
}
