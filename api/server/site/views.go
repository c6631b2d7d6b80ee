package site

import (
	"cmp"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/site"
)

// sitePresenter shows the content of the site in one language.
type sitePresenter struct {
	site.Site
	language string
}

func (v sitePresenter) routes() []gen.WebsiteRoute {
	routes := make([]gen.WebsiteRoute, len(v.Routes))
	for i, route := range v.Routes {
		routes[i] = gen.WebsiteRoute{
			Key: route.Key, Template: route.Template, RewriteUrl: route.PathIn(v.language), RequiresSignIn: route.SignIn,
			Layout:     gen.WebsiteRouteLayout(site.LayoutOf(route.Key)),
			Permission: optional.Text(cmp.Or(route.Permission, string(permission.OfRoute(route.Key)))),
		}
	}
	return routes
}

func (v sitePresenter) translation() gen.Translation {
	texts := make(gen.Translation, len(v.Translation))
	for key, text := range v.Translation {
		texts[key] = text.In(v.language)
	}
	return texts
}

func (v sitePresenter) menu(slug string) gen.Menu {
	return gen.Menu{Slug: slug, Items: v.items(v.Menus[slug])}
}

func (v sitePresenter) items(items []site.Item) []gen.MenuItem {
	views := make([]gen.MenuItem, len(items))
	for i, item := range items {
		views[i] = gen.MenuItem{
			Slug: item.Slug, Title: item.Title.In(v.language), Path: optional.Text(v.Link(item.Target, v.language)),
			Permission: optional.Text(cmp.Or(item.Permission, string(permission.OfMenu(item.Slug)), v.permissionOf(item.Route))),
			Children:   v.items(item.Children),
		}
	}
	return views
}

func (v sitePresenter) slides(slider string) []gen.Slide {
	slides := make([]gen.Slide, len(v.Sliders[slider]))
	for i, slide := range v.Sliders[slider] {
		slides[i] = gen.Slide{
			Id: slide.ID, Title: slide.Title.In(v.language), Text: slide.Text.In(v.language), Action: slide.Action.In(v.language),
			DesktopImage: optional.Text(slide.Image), PhoneImage: optional.Text(cmp.Or(slide.PhoneImage, slide.Image)), Url: v.Link(slide.Target, v.language),
		}
	}
	return slides
}

func (v sitePresenter) sections() []gen.HomeSection {
	sections := make([]gen.HomeSection, len(v.Sections))
	for i, section := range v.Sections {
		sections[i] = gen.HomeSection{
			Key: section.Key, Title: section.Title.In(v.language), Text: section.Text.In(v.language),
			Url: optional.Text(v.Link(section.Target, v.language)),
		}
	}
	return sections
}

func (v sitePresenter) maintenance(window *site.Window) *gen.MaintenanceSchedule {
	if window == nil {
		return nil
	}
	return &gen.MaintenanceSchedule{
		StartDate: window.Start, EndDate: window.End,
		Title: v.Maintenance.Title.In(v.language), Text: v.Maintenance.Text.In(v.language),
	}
}

func (v sitePresenter) popup() *gen.PopupNotification {
	popup := v.Popup
	if popup == nil {
		return nil
	}
	return &gen.PopupNotification{
		Id: popup.ID, StartDate: popup.Start.UTC(), EndDate: popup.End.UTC(),
		Title: popup.Title.In(v.language), Text: popup.Text.In(v.language),
		Url: optional.Text(v.Link(popup.Target, v.language)), Action: optional.Text(popup.Action.In(v.language)),
	}
}
